import { createStation } from "./station.js";

const port = Number(process.env.PORT ?? 8040);
createStation().listen(port, "127.0.0.1", () => console.log(`The station listens on http://127.0.0.1:${port}`));
