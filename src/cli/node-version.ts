/** Whether the Node that runs us is one package.json asks for: an older one fails somewhere deep, in words that help nobody. */

/** What to tell the person, or undefined when all is well. `asked` is a range such as `>=22.18`. */
export function nodeProblem(running: string, asked: string): string | undefined {
  const oldest = asked.replace(/^>=\s*/, "");
  const [[major, minor], [leastMajor, leastMinor]] = [numbersOf(running), numbersOf(oldest)];
  const isFit = major > leastMajor || (major === leastMajor && minor >= leastMinor);
  return isFit ? undefined : `kigumi needs Node ${oldest} or later, and this is ${running}; install a newer one`;
}

function numbersOf(version: string): [major: number, minor: number] {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return [major, minor];
}
