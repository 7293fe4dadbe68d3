import { readFixture } from '../devnet/options/layers.ts'
import type { DeclaredFixture } from '../files/declared/declaredFixture.ts'
import type { Fixture } from '../types/devnet.ts'

/** A fixture whose files have been read, including those of the fixtures that it needs. */
export interface PreparedFixture extends Fixture {
  readonly declared?: DeclaredFixture
}

const preparations = new WeakMap<Fixture, Promise<PreparedFixture>>()

/** Files are read once. Throws an `InvalidFixture` or an `UnreadableFile`. */
export function prepared(fixture: Fixture): Promise<PreparedFixture> {
  const known = preparations.get(fixture) ?? prepare(fixture)
  preparations.set(fixture, known)
  known.catch(() => preparations.delete(fixture))
  return known
}

async function prepare(fixture: Fixture): Promise<PreparedFixture> {
  const { declares } = fixture
  if (declares !== undefined) {
    const declared = await readFixture(declares)
    const { fixtureInputs } = await import('../files/declared/fixtureInputs.ts')
    return { ...fixture, declared, inputs: await fixtureInputs(declared) }
  }
  const needs: Record<string, Fixture> = {}
  for (const [name, need] of Object.entries(fixture.needs)) needs[name] = await prepared(need)
  const isSame = Object.entries(fixture.needs).every(([name, need]) => needs[name] === need)
  return isSame ? fixture : { ...fixture, needs }
}
