// In place of `import.meta.url`: what is in `dist/parts/` looks for the files beside the bundle, too.
import { pathToFileURL } from 'node:url'

export const bundleUrl = pathToFileURL(__filename).href
