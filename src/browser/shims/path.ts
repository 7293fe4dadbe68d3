// For names in messages: there are no files that paths could lead to.
import type * as path from 'node:path'

export const join: typeof path.join = (...parts) => parts.filter(Boolean).join('/')

export const resolve: typeof path.resolve = (...parts) => join(...parts)

export const isAbsolute: typeof path.isAbsolute = (file) => file.startsWith('/')

export const dirname: typeof path.dirname = (file) => file.replace(/(^|\/)[^/]*$/, '') || '.'

export const basename: typeof path.basename = (file) => file.replace(/^.*\//, '')

export const relative: typeof path.relative = (_from, to) => to
