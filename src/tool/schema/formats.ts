/**
 * The string formats an example can be given for, each with a test that is narrower than the format's own definition:
 * a text that passes is valid everywhere, a text that fails may still be. The tests run in linear time.
 */

interface Format {
  readonly example: string;
  readonly accepts: RegExp;
}

const day =
  "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))";
const time = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?Z";
const label = "[a-z](?:[a-z0-9-]{0,30}[a-z0-9])?";
const byte = "(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])";

const web: Format = {
  example: "https://example.com/",
  accepts: new RegExp(`^https?://${label}(?:\\.${label}){1,5}/?(?:[\\w./=&?-]*)$`),
};
const mail: Format = {
  example: "user@example.com",
  accepts: new RegExp(`^[a-z0-9_-]{1,64}@${label}(?:\\.${label}){1,5}$`),
};
const host: Format = { example: "example.com", accepts: new RegExp(`^${label}(?:\\.${label}){0,5}$`) };

const FORMATS: Readonly<Record<string, Format>> = {
  "date-time": { example: "2025-01-31T09:30:00Z", accepts: new RegExp(`^\\d{4}-${day}T${time}$`) },
  date: { example: "2025-01-31", accepts: new RegExp(`^\\d{4}-${day}$`) },
  time: { example: "09:30:00Z", accepts: new RegExp(`^${time}$`) },
  duration: { example: "PT30M", accepts: /^PT\d{1,4}[HMS]$/ },
  email: mail,
  "idn-email": mail,
  hostname: host,
  "idn-hostname": host,
  ipv4: { example: "192.0.2.1", accepts: new RegExp(`^${byte}(?:\\.${byte}){3}$`) },
  ipv6: { example: "2001:db8::1", accepts: /^2001:db8::[0-9a-f]{1,4}$/ },
  uri: web,
  url: web,
  iri: web,
  "uri-reference": web,
  "iri-reference": web,
  uuid: {
    example: "123e4567-e89b-42d3-a456-426614174000",
    accepts: /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i,
  },
  "uri-template": { example: "/items/{id}", accepts: /^[\w/]*\{\w+\}$/ },
  "json-pointer": { example: "/items/0", accepts: /^(?:\/\w+)*$/ },
  "relative-json-pointer": { example: "0", accepts: /^0$/ },
  regex: { example: "^example$", accepts: /^\^?\w+\$?$/ },
  byte: { example: "ZXhhbXBsZQ==", accepts: /^ZXhhbXBsZQ==$/ },
};

/** A text of the format; undefined for a format this package does not know. */
export function exampleOfFormat(format: string): string | undefined {
  return Object.hasOwn(FORMATS, format) ? FORMATS[format]?.example : undefined;
}

/** True when the value is surely of the format. A format nobody knows constrains nothing. */
export function isSurelyOfFormat(value: string | number, format: string): boolean {
  // The numeric formats (int32, float …) all hold small whole numbers.
  if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) < 2 ** 31;
  return !Object.hasOwn(FORMATS, format) || FORMATS[format]?.accepts.test(value) === true;
}
