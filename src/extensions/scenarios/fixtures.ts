import { type DeclaredFixture, joined } from '../../files/declared/declaredFixture.ts'
import { type Field, fieldOf } from '../../files/declared/field.ts'
import type { FixtureFiles } from '../../files/declared/fixtureErrors.ts'
import { filesBeside } from '../../files/declared/fixtureErrors.ts'
import type { AccountContent } from '../../files/declared/fixtureSchema.ts'
import { parseAddress } from '../../files/declared/scalar.ts'
import { UnreadableFile } from '../../files/fileErrors.ts'
import { objectSource, pathSource } from '../../files/fileSource.ts'
import { sniffFile } from '../../files/sniffFile.ts'
import { reasonOf } from '../../lib/errors.ts'
import type { Hex } from '../../lib/hex.ts'
import { amount, flag, object, optional, parsed, type Rule, record, whole } from './rules.ts'

/** The fixtures at paths, or in an object. Throws an `InvalidFixture`. */
export async function readFixtures(
  field: Field,
  files: FixtureFiles,
): Promise<readonly DeclaredFixture[]> {
  const { value } = field
  if (!Array.isArray(value)) return [await readFixture(field, files)]
  return Promise.all(value.map((one, index) => readFixture(field.at(index, one), files)))
}

async function readFixture(field: Field, files: FixtureFiles): Promise<DeclaredFixture> {
  const { value } = field
  const { readDeclaredFixture } = await import('../../files/declared/readDeclared.ts')
  if (typeof value === 'object' && value !== null) {
    return readDeclaredFixture(objectSource(value, field.origin.name), files)
  }
  if (typeof value !== 'string') return field.refuse('give the path of a fixture, or its content')
  const path = await resolved(field, files)
  const source = await pathSource(path)
  const refuse = (cause: unknown): never => field.refuse(reasonOf(cause), { cause })
  const kind = await sniffFile(source).catch(refuse)
  if (kind !== 'fixture') field.refuse('it is not a fixture: start the chain with it')
  return readDeclaredFixture(source, filesBeside(path)).catch((cause) => {
    // What is wrong inside it says where.
    if (cause instanceof UnreadableFile) refuse(cause)
    throw cause
  })
}

/** The path of a file that is named by its path from the folder of the scenario. Throws an `InvalidFixture`. */
export function resolved(field: Field, files: FixtureFiles): Promise<string> {
  return files
    .resolve(String(field.value))
    .catch((cause) => field.refuse(reasonOf(cause), { cause }))
}

const key: Rule<Hex> = {
  schema: { type: 'string' },
  read: ({ origin, path, value }) =>
    typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
      ? (value as Hex)
      : // What was given may be a real one with a slip.
        fieldOf(origin, path, '…').refuse(
          'give the 32 bytes of a private key as 0x and hex digits',
        ),
}

const own = parsed(parseAddress, 'give an address: 0x and 40 hex digits', { type: 'string' })

/** Accounts by name, as fixtures have them. */
export const actorsRule = record(
  object({
    mnemonicIndex: optional(whole(0, 1_000_000)),
    privateKey: optional(key),
    address: optional(own),
    balance: optional(amount),
    nonce: optional(amount),
    impersonate: optional(flag),
  }),
)

/** The fixture that has the actors of a scenario as its accounts. Throws an `InvalidFixture`. */
export function fixtureOfActors(field: Field): DeclaredFixture {
  const accounts = [...actorsRule.read(field)].map(([name, content]) => {
    const inner = field.at(name, (field.value as Readonly<Record<string, unknown>>)[name])
    if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) {
      inner.refuse('its name is not valid: use letters, digits and _, not starting with a digit')
    }
    const given = (['mnemonicIndex', 'privateKey', 'address'] as const).filter(
      (member) => content[member] !== undefined,
    )
    if (given.length > 1) inner.refuse(`it has ${given.join(' and ')}: give one of them`)
    return { name, field: inner, content: content as AccountContent }
  })
  return { ...joined([]), origin: field.origin, accounts }
}
