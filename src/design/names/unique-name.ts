/** The name itself, or with the lowest number behind it that nobody has. */
export function uniqueName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number++) if (!isTaken(`${name}${number}`)) return `${name}${number}`;
}
