/** Progress: how often it is written depends on the time that the work takes. */
const PROGRESS = new RegExp(
  [
    // git
    /(?:remote: )?(?:Enumerating|Counting|Compressing|Receiving|Writing|Unpacking) objects\b/,
    /(?:remote: )?(?:Resolving deltas|Updating files|Checking out files|Filtering content|Total \d)/,
    // What others have pushed since the last fetch, and what the last job of the runner left
    / [ *+t=!-] .{1,120} -> \S/,
    /Removing \S{1,300}$/,
    // Bars: docker, cargo, pip, gradle, npm
    /[^[|<]{0,120}[[|<](?=[ .·-]{0,200}[=#>█▉▊▋▌▍▎▏━])[=#>█▉▊▋▌▍▎▏━╸╺ .·-]{2,200}[\]|>]/,
    /\s{0,20}[━╸╺╴-]{5,200} \d/,
    // Spinners
    /\s{0,20}[\u2800-\u28ff]/,
    /\s{0,20}[|/\\-]$/,
    // curl, wget, apt
    /[\s\d.kMG]{10,120}(?:--:--:--|\d{1,3}:\d\d:\d\d) /,
    /\s{0,20}\d{1,9}K [ .,]{10,80} {0,3}\d{1,3}%/,
    /\(Reading database \.\.\. (?:\d{1,3}%)?$/,
    // Runners in Kubernetes
    /Waiting for pod \S/,
    /\tContainers(?:NotReady|NotInitialized):/,
    // pnpm, Maven, BuildKit
    /Progress(?:: resolved| \(\d)/,
    /#\d{1,4} (?:sha256:|extracting |\.\.\.$)/,
  ]
    .map(({ source }) => `^${source}`)
    .join("|"),
);

/** What tools do or report of several things at the same time, in an order that differs: fetching, compiling, passed tests. */
const UNORDERED =
  /^[^A-Za-z]{0,40}(?:[✓✔√]|(?:\[?INFO\W{1,4})?(?:Already exists|Build|Built|Collecting|Compil|Checking|Copy|Download|Extract|Fetch|Get|Hit|Install|Link|Load|ok\b|PASS|Prepar|Pull|Resolv|Select|Setting up|Task|Unpack|Using cached|Verif|Waiting))/i;

/** Returns whether a line only shows progress, so that it may be missing in another run. */
export const isProgress = (line: string): boolean => PROGRESS.test(line);

/** Returns whether a line may be elsewhere in another run. @param line as `comparableLine` returns it */
export const isUnordered = (line: string): boolean => UNORDERED.test(line);
