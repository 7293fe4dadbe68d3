/** The buffers of Node, which do most with bytes faster than the web's functions; a browser has none. */
export const NodeBuffer: typeof globalThis.Buffer | undefined = globalThis.Buffer
