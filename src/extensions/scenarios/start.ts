import { createPace } from '../../clock/pace.ts'
import type { Devnet } from '../../devnet/devnet.ts'
import { sourceOf } from '../../devnet/options/layers.ts'
import { filesBeside, InvalidFixture, noFiles } from '../../files/declared/fixtureErrors.ts'
import { sentSource } from '../../files/declared/readSent.ts'
import { InvalidScenario } from '../../files/declared/scenarioErrors.ts'
import { checkCourse } from './check.ts'
import { type Course, readCourse } from './course.ts'
import { ScenarioRefusal } from './outcome.ts'
import { Play } from './play.ts'
import { playOf, setPlay } from './plays.ts'
import { layoutsOf } from './scene.ts'

/** Reads a scenario, and adds the names of its files. */
type Read = (reading: Parameters<typeof readCourse>[2]) => Promise<Course>

/** Devnets that are about to play a scenario. */
const starting = new WeakSet<Devnet>()

/**
 * Plays the scenario at a path, or in an object. Resolves when it has begun. Throws an `InvalidScenario` for what
 * cannot be, before anything starts; an `InvalidFixture` or a `FixtureFailed` for a fixture, an `UnreadableFile`.
 */
export async function startPlay(devnet: Devnet, given: unknown): Promise<Play> {
  return started(devnet, async (reading) => {
    const source = await sourceOf('scenario', given)
    return readCourse(source, filesBeside(source.name), reading)
  })
}

/** The same for what a client has sent, of which no file is opened. */
export function startSentPlay(devnet: Devnet, given: object | string): Promise<Play> {
  return started(devnet, async (reading) => {
    reading.names.add('scenario')
    return readCourse(sentSource(given, 'scenario'), noFiles, reading)
  })
}

async function started(devnet: Devnet, read: Read): Promise<Play> {
  const before = playOf(devnet)
  if (before?.isGoingOn === true || starting.has(devnet)) {
    const name = before?.isGoingOn === true ? `'${before.name}'` : 'another one'
    throw new ScenarioRefusal(
      `a devnet plays one scenario at a time, and it plays ${name}: stop it first, or play this one on a fork`,
    )
  }
  starting.add(devnet)
  try {
    const course = await checked(devnet, read)
    before?.checkpoints.clear()
    const play = new Play(devnet, course, layoutsOf(course.fixtures))
    await play.load()
    setPlay(devnet, play)
    await play.begin()
    return play
  } finally {
    starting.delete(devnet)
  }
}

async function checked(devnet: Devnet, read: Read): Promise<Course> {
  const names = new Set<string>()
  try {
    const course = await read({ names, pace: createPace(devnet.clock) })
    await checkCourse(devnet, course, layoutsOf(course.fixtures))
    return course
  } catch (error) {
    const isOwn = error instanceof InvalidFixture && names.has(error.file)
    throw isOwn ? new InvalidScenario(error) : error
  }
}
