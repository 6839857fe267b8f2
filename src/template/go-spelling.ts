/**
 * Go's spelling of a JSON key: `device_id` and `deviceId` are `DeviceID`. Words are joined, each with a capital, and
 * initialisms are written in capitals throughout; `DeviceId` is understood too.
 */

const initialisms: ReadonlySet<string> = new Set(
  (
    "ACL API ASCII CIDR CPU CSS DNS EOF GUID HTML HTTP HTTPS ID IP JSON JWT LHS MAC MCP OS QPS RAM RHS RPC SLA SMTP " +
    "SQL SSE SSH TCP TLS TTL UDP UI UID UUID URI URL UTF8 VM XML XMPP XSRF XSS"
  ).split(" "),
);

const hump = /([\p{Ll}\p{N}])(\p{Lu})/gu;
const humpAfterCapitals = /(\p{Lu})(\p{Lu}\p{Ll})/gu;
const separators = /[^\p{L}\p{N}]+/u;

/** The spelling to suggest: with initialisms in capitals. */
export function goSpelling(key: string): string {
  return wordsOf(key).map(initialismOrCapitalized).join("");
}

export function isGoSpellingOf(name: string, key: string): boolean {
  // Most keys are ruled out by this alone, without being taken apart.
  const first = key.charAt(0);
  if (first.toUpperCase() !== name.charAt(0) && !separators.test(first)) return false;
  return name === goSpelling(key) || name === wordsOf(key).map(capitalized).join("");
}

function wordsOf(key: string): string[] {
  const spaced = key.replace(hump, "$1 $2").replace(humpAfterCapitals, "$1 $2");
  return spaced.split(separators).filter((word) => word !== "");
}

function initialismOrCapitalized(word: string): string {
  const upper = word.toUpperCase();
  if (initialisms.has(upper)) return upper;
  const isPlural = upper.endsWith("S") && initialisms.has(upper.slice(0, -1));
  return isPlural ? `${upper.slice(0, -1)}s` : capitalized(word);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
