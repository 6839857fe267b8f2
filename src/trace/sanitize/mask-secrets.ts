/**
 * Takes secrets out of text: keys, tokens and passwords in the shapes they usually have. What is left says that, and
 * what kind of, a secret stood there. Masking twice is masking once, and every pattern takes linear time.
 */

/** Replaces the secret, keeps what tells its kind. */
const mask = "***";

interface Shape {
  /** What a text has to contain for the pattern to be tried: nearly every text contains none of these. */
  readonly hint: RegExp;
  /** Its one group is what may stay. */
  readonly pattern: RegExp;
}

const shapes: readonly Shape[] = [
  // OpenAI, Anthropic, Stripe and others who begin with `sk`.
  { hint: /sk[-_]/, pattern: /\b(sk[-_](?:(?:live|test|proj|ant)[-_])?)[A-Za-z0-9][A-Za-z0-9_-]{9,}/g },
  { hint: /bearer/i, pattern: /\b(Bearer\s+)[A-Za-z0-9._~+/=-]{10,}/gi },
  { hint: /Basic/, pattern: /\b(Basic\s+)[A-Za-z0-9+/]{16,}={0,2}/g },
  {
    hint: /gh[opsur]_|github_pat_|glpat-|npm_|hf_|xox[abeprs]-/,
    pattern: /\b(gh[opsur]_|github_pat_|glpat-|npm_|hf_|xox[abeprs]-)[A-Za-z0-9_-]{10,}/g,
  },
  { hint: /A[KS]IA/, pattern: /\b(AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { hint: /AIza/, pattern: /\b(AIza)[A-Za-z0-9_-]{30,}/g },
  // JSON web tokens: header and payload both begin with `{"`.
  { hint: /eyJ/, pattern: /\b(eyJ)[A-Za-z0-9_-]{5,}\.eyJ[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]*)?/g },
  { hint: /PRIVATE KEY/, pattern: /(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[A-Za-z0-9+/=\s\\]+/g },
  // A password inside a URL.
  {
    hint: /:\/\//,
    pattern: /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"']{1,200}:)[^\s/@"'*][^\s/@"']{0,200}(?=@)/gi,
  },
];

const secretNames =
  "(?:api|access|secret|private|client)[_-]?(?:key|secret|token)|auth[_-]?token|refresh[_-]?token|id[_-]?token|password|passwd|secret[_-]?access[_-]?key";

/** `api_key=…`, `"apiKey": "…"`, also inside JSON that is itself text, where quotes carry backslashes. */
const assignment: Shape = {
  hint: /key|token|secret|passw/i,
  pattern: new RegExp(
    `((?:${secretNames})["'\\\\]{0,4}\\s{0,4}[:=]\\s{0,4}["'\\\\]{0,4})[^\\s"'\\\\,;&}\\])*]{6,}`,
    "gi",
  ),
};

const secretKey = new RegExp(`^(?:x[_-])?(?:[a-z0-9]{1,20}[_-])?(?:${secretNames}|authorization|secret)$`, "i");

const allShapes = [...shapes, assignment];
/** No shape is shorter. */
const shortest = 8;

export function maskSecrets(text: string): string {
  if (text.length < shortest) return text;
  let masked = text;
  for (const { hint, pattern } of allShapes) {
    if (hint.test(masked)) masked = masked.replace(pattern, `$1${mask}`);
  }
  return masked;
}

/** A text under a key that is only used for secrets is one, whatever it looks like. */
export function isSecretKey(key: string): boolean {
  return secretKey.test(key);
}

export function maskWhole(text: string): string {
  return text === "" ? text : mask;
}
