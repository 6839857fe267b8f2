/** Toolsets from a registry, under its name or one's own, in a pinned version, with more tags; and one published to it. */
import {
  Agent,
  Args,
  Attribute,
  Export,
  FromRegistry,
  PublishTo,
  Registry,
  Return,
  Service,
  Tags,
  Tool,
  Toolset,
  URL,
  Use,
  Version,
} from "kigumi/design";

export const CorpRegistry = Registry("corp", () => {
  URL("https://registry.corp.internal");
});

// Basic usage - toolset name derived from registry toolset name
export const RegistryTools = Toolset(FromRegistry(CorpRegistry, "data-tools"));

// With explicit name
export const MyTools = Toolset("my-tools", FromRegistry(CorpRegistry, "data-tools"));

// With additional configuration; named, because a design has one toolset under each name
export const ConfiguredTools = Toolset("configured-tools", FromRegistry(CorpRegistry, "data-tools"), () => {
  Version("1.2.3");
  Tags("data", "etl");
});

export const PinnedTools = Toolset("stable-tools", FromRegistry(CorpRegistry, "data-tools"), () => {
  Version("1.2.3");
});

export const LocalTools = Toolset("utils", () => {
  Tool("summarize", "Summarize text", () => {
    Args(() => Attribute("text", String));
    Return(() => Attribute("summary", String));
  });
});

export const data = Service("data", () => {
  Agent("data-agent", "Data processing agent", () => {
    Use(RegistryTools);
    Use(MyTools);
    Use(ConfiguredTools);
    Use(PinnedTools);
    Use(LocalTools);
    Export(LocalTools, () => {
      PublishTo(CorpRegistry);
      Tags("data", "etl");
    });
  });
});
