// Records slots of a fork into a cassette: node --import tsx recorder.ts CASSETTE URL FROM TO [stay]
// REFRESH_SINCE_MS in the environment: what was written before gives way.
import { openFork } from '../../../../src/extensions/fork/openFork.ts'
import { contract, word } from '../token.ts'

const [cassette, url, from, to, stay] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string | undefined,
]
const { REFRESH_SINCE_MS: since } = process.env
const refreshSinceMs = since ? Number(since) : undefined
const fork = await openFork({ upstream: { sources: [url] }, cassette, refreshSinceMs })
for (let slot = Number(from); slot < Number(to); slot++) {
  await fork.need({ slots: [{ address: contract, slots: [word(slot)] }] })
}
console.log('recorded')
// It is killed here.
if (stay !== undefined) setInterval(() => {}, 1000)
else await fork.close()
