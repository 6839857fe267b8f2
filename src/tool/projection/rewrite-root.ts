/** The root, which every provider wants to be a plain object: anything else is sent as the one property `input`. */
import { isObject, type JsonValue } from "../../json/json.ts";
import { isSchemaObject, type JsonSchema, type JsonSchemaNode } from "../schema/json-schema.ts";
import { impliedTypes } from "../schema/keyword-types.ts";
import { subschemasOf } from "../schema/subschemas.ts";
import { type Codec, identity } from "./codec.ts";
import type { Dialect } from "./dialect.ts";
import { declaredProperties, extrasOf, isConditionalUnion } from "./node-kinds.ts";
import { inside, type RewriteContext, type Rewritten, rootPlace } from "./rewrite-context.ts";
import { rewriteObject } from "./rewrite-object.ts";
import { flatten, following } from "./rewrite-reference.ts";

export function rewriteRoot(context: RewriteContext, document: JsonSchema): Rewritten {
  if (mayStay(document, context.dialect)) return { schema: document, codec: identity };
  const flat = flatten(context, document);
  if (flat === undefined || !isSchemaObject(flat.node) || !isPlain(flat.node, context.dialect)) {
    return asInput(context, context.rewrite(document, inside(rootPlace)));
  }
  const root = rewriteObject(context, flat.node, following(rootPlace, flat.followed));
  return root.schema.type === "object" ? root : asInput(context, root);
}

function asInput(context: RewriteContext, { schema, codec }: Rewritten): Rewritten {
  context.lose(rootPlace, "type", 'the root is not a plain object, so it is sent as the property "input"');
  const closing = context.dialect.allowsAtRoot("additionalProperties") ? { additionalProperties: false } : {};
  return {
    schema: { type: "object", properties: { input: schema }, required: ["input"], ...closing },
    codec: underInput(codec),
  };
}

/** Whether the whole document can be sent as it is, definitions and references included. */
function mayStay(document: JsonSchema, { keywords, references, propertyName, allowsAtRoot }: Dialect): boolean {
  if (keywords !== "all" || !references || document.type !== "object") return false;
  const isAcceptable = (node: JsonSchemaNode): boolean =>
    !isSchemaObject(node) ||
    (Object.keys(node.properties ?? {}).every(
      (name) => propertyName === undefined || propertyName.pattern.test(name),
    ) &&
      [...subschemasOf(node)].every(isAcceptable));
  return Object.keys(document).every(allowsAtRoot) && isAcceptable(document);
}

function isPlain(root: JsonSchema, dialect: Dialect): boolean {
  if (impliedTypes(root).join() !== "object" || root.const !== undefined || root.enum !== undefined) return false;
  const isUnion = root.anyOf !== undefined || root.oneOf !== undefined;
  if (isUnion && !isConditionalUnion(root)) return false;
  const extras = extrasOf(root);
  if (extras === "closed" || extras === "unsaid") return true;
  return dialect.openObjects ? dialect.allowsAtRoot("additionalProperties") : declaredProperties(root).size > 0;
}

function underInput(codec: Codec): Codec {
  return {
    isIdentity: false,
    encode: (value) => ({ input: codec.encode(value) }),
    decode(value) {
      const isWrapped = isObject(value) && Object.hasOwn(value, "input") && Object.keys(value).length === 1;
      return codec.decode(isWrapped ? (value.input as JsonValue) : value);
    },
  };
}
