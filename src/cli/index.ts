/** `kigumi/cli`: what an app for the command line is, and the command line as a function. */
export type { App, AppContext, AppModule } from "./app.ts";
export { runCli } from "./run-cli.ts";
export type { World } from "./world.ts";
