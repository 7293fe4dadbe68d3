// In place of `import.meta.dirname`: what is in `dist/parts/` looks for the files beside the bundle, too.
export const bundleFolder = __dirname
