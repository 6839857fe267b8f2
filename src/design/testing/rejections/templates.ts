/** Templates that cannot be rendered, or that speak of what is not there. */
import {
  Args,
  Attribute,
  CallHintTemplate,
  Confirmation,
  DeniedResultTemplate,
  Inject,
  Int,
  PromptTemplate,
  Required,
  ResultHintTemplate,
  Return,
} from "../../index.ts";
import { inTool, type Rejections } from "../rejection.ts";

export const templateRejections: Rejections = {
  incomplete_confirmation: [
    {
      design: () => inTool(() => Confirmation(() => PromptTemplate("Sure?"))),
      at: "Confirmation(",
      message: /DeniedResultTemplate/,
    },
    {
      design: () => inTool(() => Confirmation(() => DeniedResultTemplate("{}"))),
      at: "Confirmation(",
      message: /PromptTemplate/,
    },
  ],
  invalid_template: [
    { design: () => inTool(() => CallHintTemplate("{{ .Query")), at: "CallHintTemplate(" },
    {
      design: () => inTool(() => Confirmation(() => [PromptTemplate("{{ if }}"), DeniedResultTemplate("{}")])),
      at: "PromptTemplate(",
    },
  ],
  template_unknown_field: [
    {
      design: () => inTool(() => [Args(() => Attribute("query")), CallHintTemplate("{{ .Qury }}")]),
      at: "CallHintTemplate(",
      message: /did you mean .Query/,
    },
    {
      design: () => inTool(() => [Return(() => Attribute("count", Int)), ResultHintTemplate("{{ .Cont }}")]),
      at: "ResultHintTemplate(",
    },
    {
      design: () => inTool(() => [Return(() => Attribute("count", Int)), ResultHintTemplate("{{ .Result.Cont }}")]),
      at: "ResultHintTemplate(",
    },
    {
      design: () =>
        inTool(() => [Args(() => [Attribute("id"), Required("id")]), Inject("id"), CallHintTemplate("{{ .ID }}")]),
      at: "CallHintTemplate(",
    },
    {
      design: () => inTool(() => Confirmation(() => [PromptTemplate("{{ .Key }}"), DeniedResultTemplate("{}")])),
      at: "PromptTemplate(",
    },
    {
      design: () =>
        inTool(() => Confirmation(() => [PromptTemplate("Sure?"), DeniedResultTemplate('{"k": {{ json .Key }}}')])),
      at: "DeniedResultTemplate(",
    },
  ],
  template_not_a_collection: [
    {
      design: () => inTool(() => [Args(() => Attribute("n", Int)), CallHintTemplate("{{ range .N }}x{{ end }}")]),
      at: "CallHintTemplate(",
    },
    {
      design: () =>
        inTool(() => [
          Args(() => Attribute("n", Int)),
          Confirmation(() => [PromptTemplate("Sure?"), DeniedResultTemplate("[{{ range .N }}1{{ end }}]")]),
        ]),
      at: "DeniedResultTemplate(",
    },
  ],
  denied_result_invalid: [
    {
      design: () =>
        inTool(() => [
          Return(() => Attribute("a")),
          Confirmation(() => [PromptTemplate("?"), DeniedResultTemplate("no")]),
        ]),
      at: "DeniedResultTemplate(",
      message: /not valid JSON/,
    },
    {
      design: () =>
        inTool(() => [
          Return(() => [Attribute("a"), Required("a")]),
          Confirmation(() => [PromptTemplate("?"), DeniedResultTemplate("{}")]),
        ]),
      at: "DeniedResultTemplate(",
      message: /a is required/,
    },
    {
      design: () =>
        inTool(() => [
          Return(() => Attribute("a")),
          Confirmation(() => [PromptTemplate("?"), DeniedResultTemplate('{"b":1}')]),
        ]),
      at: "DeniedResultTemplate(",
      message: /b is not a field/,
    },
    {
      design: () =>
        inTool(() => [
          Args(() => [Attribute("n", Int), Required("n")]),
          Return(() => Attribute("a")),
          Confirmation(() => [PromptTemplate("?"), DeniedResultTemplate('{"a": {{ .N }} }')]),
        ]),
      at: "DeniedResultTemplate(",
      message: /string is expected/,
    },
  ],
};
