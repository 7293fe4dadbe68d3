import { describe, expect, test } from 'vitest'
import { flags, parseCommand, type RunCommand } from '../../src/cli/command.ts'
import { environmentVariable, type Flag, negation } from '../../src/cli/flag.ts'

/** A text that the flag takes. */
function sampleOf({ type, choices }: Flag): string {
  if (choices !== undefined) return choices[0] as string
  return type === 'number' ? '5' : '7s'
}

/** What is set by these words and this environment. */
async function setBy(
  { target: { of, option } }: Flag,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const command = await parseCommand(words, environment)
  if (command.kind !== 'run') throw new Error(command.kind)
  const options = optionsIn(command, of)
  return (options as unknown as Record<string, unknown>)[option]
}

function optionsIn(command: RunCommand, of: Flag['target']['of']): unknown {
  if (of === 'fork') return command.devnet.fork
  return of === 'devnet' || of === 'listen' ? command[of] : command
}

function typed(spelling: string): string {
  return spelling.length === 1 ? `-${spelling}` : `--${spelling}`
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

function others({ short, aliases = [], name }: Flag): readonly string[] {
  return [camelCase(name), ...(short === undefined ? [] : [short]), ...aliases]
}

// Headers become an object.
const [switches, valued] = [
  flags.filter(({ type }) => type === 'switch'),
  flags.filter(({ type, name }) => type !== 'switch' && name !== 'fork-header'),
]

describe.each(valued.map((flag) => [flag.name, flag] as const))('--%s', (name, flag) => {
  const sample = sampleOf(flag)

  test('sets its option, under all of its names and by its variable', async () => {
    const set = await setBy(flag, [typed(name), sample])
    expect([set].flat().map(String)).toEqual([sample])
    for (const other of others(flag)) {
      expect(await setBy(flag, [typed(other), sample]), other).toEqual(set)
    }
    expect(await setBy(flag, [], { [environmentVariable(flag)]: sample })).toEqual(set)
  })
})

describe.each(switches.map((flag) => [flag.name, flag] as const))('--%s', (name, flag) => {
  test('switches its option on, under all of its names and by its variable', async () => {
    for (const spelling of [name, ...others(flag)]) {
      expect(await setBy(flag, [typed(spelling)]), spelling).toBe(true)
      expect(await setBy(flag, [`${typed(spelling)}=false`]), spelling).toBe(false)
    }
    expect(await setBy(flag, [], { [environmentVariable(flag)]: 'true' })).toBe(true)
  })

  test('switches it off', async () => {
    const off = negation(flag)
    for (const spelling of [...(off === undefined ? [] : [off]), ...(flag.offAliases ?? [])]) {
      expect(await setBy(flag, [typed(spelling)]), spelling).toBe(false)
    }
    expect(await setBy(flag, [], { [environmentVariable(flag)]: '0' })).toBe(false)
    if (off === undefined) return
    expect(await setBy(flag, [], { [environmentVariable({ name: off })]: '1' })).toBe(false)
  })
})

test('--fork-header sets a header, and may be given several times', async () => {
  const words = ['--fork-header', 'Authorization: Bearer a:b', '--fork-headers', 'X-Key:1']
  const command = (await parseCommand(words, {})) as RunCommand
  expect(command.devnet.fork).toEqual({ headers: { Authorization: 'Bearer a:b', 'X-Key': '1' } })
  await expect(parseCommand(['--fork-header', 'secret'], {})).rejects.toThrow(
    /^invalid --fork-header: give 'Name: value'$/,
  )
})
