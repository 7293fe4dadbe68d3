// Runs random code by the fast interpreter and by EthereumJS's, and prints where they differ.
// `npm run fuzz:evm -- [CASES] [FIRST SEED]`
import { initCrypto } from '../src/ethereumjs/crypto.ts'
import { compareCase, type Difference } from '../test/ethereumjs/interpreter/randomCase.ts'

const [cases = 100_000, first = 1] = process.argv.slice(2).map(Number)
const maxShown = 5

await initCrypto()
const startMs = performance.now()
let differing = 0
for (let seed = first; seed < first + cases; seed++) {
  const difference = await compareCase(seed)
  if (difference !== undefined && ++differing <= maxShown) show(difference)
  if ((seed - first + 1) % 10_000 === 0) console.log(`${seed - first + 1} cases`)
}
const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
console.log(`${cases} cases from seed ${first} in ${seconds} s, ${differing} differ`)
if (differing > 0) process.exitCode = 1

/** Prints the lines that are not in both. */
function show({ seed, gas, stock, fast }: Difference): void {
  const stockLines = stock.split('\n')
  const fastLines = fast.split('\n')
  console.error(`seed ${seed} with ${gas} gas:`)
  for (const line of stockLines)
    if (!fastLines.includes(line)) console.error(`  EthereumJS ${line}`)
  for (const line of fastLines)
    if (!stockLines.includes(line)) console.error(`  fast       ${line}`)
}
