#!/usr/bin/env node
// Every Node must understand this file and what is built of it: it tells
// those that are too old for the rest.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

// `engines` in package.json says the same.
if (major > 20 || (major === 20 && minor >= 19)) {
  // Not by `import`, as Node needs 8 ms for the first module of that kind.
  require(`${__dirname}/launch.cjs`)
} else {
  console.error(
    `preconf: Node ${process.versions.node} is too old: install Node 20.19 or newer (https://nodejs.org)`,
  )
  process.exitCode = 1
}
