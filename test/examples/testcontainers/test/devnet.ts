import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers'

export interface ContainedDevnet {
  /** Where this machine reaches the chain over HTTP; with `ws:` in place of `http:` over WebSocket. */
  readonly url: string
  readonly container: StartedTestContainer
}

/** Builds the image, which is there already from the second time on, and starts a devnet with these flags. */
export async function startDevnet(...flags: string[]): Promise<ContainedDevnet> {
  const image = GenericContainer.fromDockerfile('.', 'Containerfile').withBuildArgs({
    PRECONF: process.env.PRECONF ?? 'preconf',
  })
  const devnet = await image.build('preconf:tests', { deleteOnExit: false })
  const container = await devnet
    .withCommand(flags)
    .withExposedPorts(8545)
    .withWaitStrategy(Wait.forHttp('/ready', 8545))
    .start()
  return { container, url: `http://${container.getHost()}:${container.getMappedPort(8545)}` }
}
