/** `npm start`. */
import { tour } from "./tour.ts";

await tour(console.log);
