/** `npm start`, after the tour. */
import { demo } from "./demo.ts";

await demo(console.log);
