import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScenarioDefinition } from '../../../src/index.ts'
import { testDevnet } from '../../support/testDevnet.ts'

const poor = '0x00000000000000000000000000000000000000aa'

/** Steps that cannot be, and what is said of them. */
const refused: readonly (readonly [what: string, scenario: object, message: string])[] = [
  [
    'an unknown step',
    { steps: [{ name: 'crash', whether: { sunny: 1 } }] },
    'steps[0] \'crash\' whether is {"sunny":1}: there is no such step; a step has one of send, drop,',
  ],
  ['a step that is near another', { steps: [{ chekpoint: 'a' }] }, 'did you mean checkpoint?'],
  ['a step that does nothing', { steps: [{ after: '1s' }] }, 'it does nothing: give one of send,'],
  [
    'a step that does two things',
    { steps: [{ mine: 1, checkpoint: 'a' }] },
    'steps[0] checkpoint is "a": it is given together with mine: make two steps',
  ],
  [
    'two times',
    { steps: [{ at: '1s', after: '2s', mine: 1 }] },
    'steps[0] after is "2s": it is given together with at: give one of them',
  ],
  [
    'a time without a unit that is known',
    { steps: [{ after: '2 weeks', mine: 1 }] },
    'steps[0] after is "2 weeks": give a time with its unit, such as 200ms, 30s, 2m, 1h or 7d',
  ],
  [
    'a time that has passed',
    {
      steps: [
        { at: '10s', mine: 1 },
        { name: 'late', at: '5s', mine: 1 },
      ],
    },
    'steps[1] \'late\' at is "5s": it never comes: the step before it begins at 10000 ms or later',
  ],
  [
    'a block that has passed',
    { steps: [{ atBlock: 0, mine: 1 }] },
    'steps[0] atBlock is 0: it never comes: the chain is at block 0 or later by then',
  ],
  [
    'flashblocks where there are none',
    { steps: [{ atFlashblock: '+1', mine: 1 }] },
    "it never comes: mining is 'auto', which makes no flashblocks; use atBlock",
  ],
  [
    'an event of a contract that is not there',
    { steps: [{ when: { logged: 'exchange.Swapped' }, mine: 1 }] },
    'steps[0] when.logged is "exchange.Swapped": give the name of a contract and of its event',
  ],
  [
    'a condition that does not exist',
    { steps: [{ when: { balanced: 1 }, mine: 1 }] },
    'when.balanced is 1: there is no such field; did you mean balance? the fields are balance, call,',
  ],
  [
    'a deadline without a wait',
    { steps: [{ after: '1s', within: '2s', mine: 1 }] },
    'within is 2000: remove it: it is for atBlock, atFlashblock and when',
  ],
  [
    'an actor without funds',
    {
      actors: { whale: { address: poor, impersonate: true } },
      steps: [{ name: 'buy', send: { from: 'whale', to: poor, value: 1 } }],
    },
    'steps[0] \'buy\' send.from is "whale": it has no ether to pay for gas: give the actor a balance',
  ],
  [
    'an account without a key',
    { steps: [{ send: { from: poor, to: poor } }] },
    `steps[0] send.from is "${poor}": there is no key of ${poor}`,
  ],
  [
    'a name that is unknown',
    { steps: [{ send: { to: 'carl' } }] },
    'send.to is "carl": give an address',
  ],
  [
    'a contract that is unknown',
    { steps: [{ send: { call: 'usdc.mint', args: [1] } }] },
    'send.call is "usdc.mint": there is no contract usdc at this point: none has a name',
  ],
  [
    'a fault that does not exist',
    { steps: [{ fault: { kind: 'explode' } }] },
    'steps[0] fault is {"kind":"explode"}: no fault of kind \'explode\': give one of dropAtSeal',
  ],
  [
    'a fault with a member that it does not have',
    { steps: [{ fault: { kind: 'stopPublishing', minutes: 1 } }] },
    "a fault of kind stopPublishing has no 'minutes'",
  ],
  ['a fault that is none', { steps: [{ fault: null }] }, 'steps[0] fault is null: give an object'],
  [
    'a key with a slip, which is not repeated',
    { actors: { alice: { privateKey: `0x${'1f'.repeat(31)}` } } },
    'actors.alice.privateKey is "…": give the 32 bytes of a private key',
  ],
  [
    'fees of L1 without an L1',
    { steps: [{ l1: { baseFee: '1 gwei' } }] },
    'steps[0] l1 is {"baseFee":"1 gwei"}: this chain has no L1',
  ],
  [
    'a ramp with too many changes',
    { steps: [{ fees: { baseFee: { from: 1, to: 2, within: '1h', every: '1ms' } } }] },
    'it has 3600001 changes: give a longer every',
  ],
  ['a repeat without a time', { steps: [{ times: 2, mine: 1 }] }, 'it has times without every'],
  ['a repeat without an end', { steps: [{ every: '1s', mine: 1 }] }, 'it has every without times'],
  [
    'a transaction that no step sends',
    { steps: [{ drop: { step: 'swap' } }] },
    'steps[0] drop.step is "swap": give the name of an earlier step that sends a transaction: there is none',
  ],
  [
    'two steps of a name',
    {
      steps: [
        { name: 'a', mine: 1 },
        { name: 'a', mine: 1 },
      ],
    },
    'steps[1] \'a\' name is "a": steps[0] has this name too',
  ],
  [
    'two checkpoints of a name',
    { steps: [{ checkpoint: 'a' }, { checkpoint: 'a' }] },
    'steps[1] checkpoint is "a": an earlier checkpoint has this name',
  ],
  [
    'a time of the chain that has passed',
    { steps: [{ time: { to: '2020-01-01' } }] },
    'time.to is "2020-01-01": give a time after the newest block',
  ],
  [
    'a cadence that cannot be',
    { steps: [{ cadence: { mining: 'fast' } }] },
    'give flashblocks, interval',
  ],
  [
    'a field that is unknown',
    { stepps: [] },
    'stepps is []: there is no such field; did you mean steps?',
  ],
  ['steps that are no list', { steps: {} }, 'steps is {}: give a list'],
  ['another version', { version: 2 }, 'version is 2: give 1, the version that this preconf reads'],
  ['a name of an actor that cannot be', { actors: { 'a b': {} } }, 'its name is not valid'],
  ['a fixture that is not there', { fixture: 'nowhere.yaml' }, 'fixture is "nowhere.yaml"'],
  ['a scenario that is not there', { include: 'nowhere.yaml' }, 'include is "nowhere.yaml"'],
]

describe('is refused before anything starts', () => {
  test.each(refused)('%s', async (_what, scenario, message) => {
    await using devnet = await testDevnet({ mining: 'auto' })
    const error = await devnet.play(scenario as ScenarioDefinition).catch((thrown) => thrown)
    expect(error).toMatchObject({ name: 'InvalidScenario', code: -32602, file: 'scenario' })
    expect(error.message).toContain(message)
    expect(devnet.scenario).toBeUndefined()
    const block = await devnet.provider.request({ method: 'eth_blockNumber' })
    expect(block).toBe('0x0')
  })
})

describe('in files', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'preconf-scenario-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function refusal(name: string, files: Readonly<Record<string, string>>) {
    for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text)
    await using devnet = await testDevnet()
    return devnet.play(join(folder, name)).catch((error) => error)
  }

  test('errors name the file, the line and the step', async () => {
    const text =
      'version: 1\nsteps:\n  - after: 1s\n    mine: 1\n  - name: crash\n    fees: { baseFee: lots }\n'
    const error = await refusal('a.yaml', { 'a.yaml': text })
    const file = join(folder, 'a.yaml')
    expect(error).toMatchObject({
      name: 'InvalidScenario',
      file,
      line: 6,
      field: 'steps.1.fees.baseFee',
    })
    expect(error.message).toContain(
      `${file}, line 6: steps[1] 'crash' fees.baseFee is "lots": give a whole number`,
    )
  })

  test('a cycle of includes is named', async () => {
    const error = await refusal('one.yaml', {
      'one.yaml': 'version: 1\nsteps:\n  - include: two.yaml\n',
      'two.yaml': 'version: 1\ninclude: one.yaml\n',
    })
    const [one, two] = [join(folder, 'one.yaml'), join(folder, 'two.yaml')]
    expect(error.message).toBe(
      `${two}, line 2: include is "one.yaml": it includes itself: ${one} -> ${two} -> ${one}`,
    )
  })

  test('a file without a version, and one that is no YAML', async () => {
    const bare = await refusal('bare.yaml', { 'bare.yaml': 'steps: []\n' })
    expect(bare.message).toContain('version is missing: begin with version: 1')
    const odd = await refusal('odd.yaml', { 'odd.yaml': 'version: 1\nsteps: [\n' })
    expect(odd).toMatchObject({ name: 'InvalidScenario' })
    expect(odd.message).toContain('it cannot be read')
    const none = await refusal('none.yaml', {})
    expect(none).toMatchObject({ name: 'UnreadableFile' })
  })

  test('scenarios in JSON and TypeScript are read, with what they include', async () => {
    await writeFile(
      join(folder, 'inner.json'),
      '{ "version": 1, "name": "inner", "actors": { "bob": { "mnemonicIndex": 1 } }, "steps": [{ "at": "5s", "name": "late", "mine": 1 }] }',
    )
    await writeFile(
      join(folder, 'outer.ts'),
      `import { defineScenario } from 'preconf'
       export default defineScenario({
         include: 'inner.json',
         steps: [{ after: '10s', include: 'inner.json' }, { send: { to: 'bob', value: 1n } }],
       })`,
    )
    await using devnet = await testDevnet({ mining: 'interval' })
    const times: string[] = []
    devnet.on('scenario', ({ kind, elapsedMs, step }) => {
      if (kind === 'step') times.push(`${elapsedMs} ${step?.name}: ${step?.words}`)
    })
    const play = await devnet.play(join(folder, 'outer.ts'))
    expect(play.name).toBe('outer')
    await play.skipTo()
    expect(times).toEqual([
      '5000 late: a block is sealed',
      '15000 step 2: include inner.json',
      '20000 late: a block is sealed',
      '20000 step 4: the first account sends 1 wei to bob',
    ])
  })
})
