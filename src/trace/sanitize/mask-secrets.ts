/**
 * Takes secrets out of text: keys, tokens and passwords in the shapes they usually have. What is left says that, and
 * what kind of, a secret stood there. Masking twice is masking once, and every pattern takes linear time.
 */

/** Replaces the secret, keeps what tells its kind. */
const mask = "***";

/** Each has one group: what may stay. */
const shapes: readonly RegExp[] = [
  // OpenAI, Anthropic, Stripe and others who begin with `sk`.
  /\b(sk[-_](?:(?:live|test|proj|ant)[-_])?)[A-Za-z0-9][A-Za-z0-9_-]{9,}/g,
  /\b(Bearer\s+)[A-Za-z0-9._~+/=-]{10,}/gi,
  /\b(Basic\s+)[A-Za-z0-9+/]{16,}={0,2}/g,
  /\b(gh[opsur]_|github_pat_|glpat-|npm_|hf_|xox[abeprs]-)[A-Za-z0-9_-]{10,}/g,
  /\b(AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\b(AIza)[A-Za-z0-9_-]{30,}/g,
  // JSON web tokens: header and payload both begin with `{"`.
  /\b(eyJ)[A-Za-z0-9_-]{5,}\.eyJ[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]*)?/g,
  /(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[A-Za-z0-9+/=\s\\]+/g,
  // A password inside a URL.
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"']{1,200}:)[^\s/@"'*][^\s/@"']{0,200}(?=@)/gi,
];

const secretNames =
  "(?:api|access|secret|private|client)[_-]?(?:key|secret|token)|auth[_-]?token|refresh[_-]?token|id[_-]?token|password|passwd|secret[_-]?access[_-]?key";

/** `api_key=…`, `"apiKey": "…"`, also inside JSON that is itself text, where quotes carry backslashes. */
const assignment = new RegExp(
  `((?:${secretNames})["'\\\\]{0,4}\\s{0,4}[:=]\\s{0,4}["'\\\\]{0,4})[^\\s"'\\\\,;&}\\])*]{6,}`,
  "gi",
);

const secretKey = new RegExp(`^(?:x[_-])?(?:[a-z0-9]{1,20}[_-])?(?:${secretNames}|authorization|secret)$`, "i");

export function maskSecrets(text: string): string {
  let masked = text;
  for (const shape of shapes) masked = masked.replace(shape, `$1${mask}`);
  return masked.replace(assignment, `$1${mask}`);
}

/** A text under a key that is only used for secrets is one, whatever it looks like. */
export function isSecretKey(key: string): boolean {
  return secretKey.test(key);
}

export function maskWhole(text: string): string {
  return text === "" ? text : mask;
}
