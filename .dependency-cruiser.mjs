// Who may import whom: dependency-cruiser sees imports of types and dynamic imports too.
import typescript from 'typescript'

// It reads sources through this API and, where there is none, finds nothing to complain of.
if (typescript.createSourceFile === undefined) throw new Error('layers: needs TypeScript 6')

const ground = 'types lib'
const engine = `execution wallet ethereumjs state wasm clock ${ground}`

/** From the top floor down: folders of `src`, all that they may import besides themselves, and why. */
const floors = [
  ['inspector', ground, 'it runs in a browser, and knows the methods and definitions only'],
  [
    'browser',
    `index.ts app extensions server rpc devnet files execution ethereumjs ${ground}`,
    'it starts a devnet in a page, and stands there for what needs Node',
  ],
  [
    'cli',
    `app extensions devnet files wallet ethereumjs ${ground}`,
    'it starts a devnet and prints',
  ],
  [
    'testing',
    `index.ts extensions provider wallet ${ground}`,
    'it is a user of index.ts, and of what clients in process are made with',
  ],
  ['index.ts', `app extensions devnet files execution ${ground}`, 'it lists what is public'],
  [
    'app',
    `extensions server provider rpc devnet files execution ${ground}`,
    'it wires, for the ends',
  ],
  [
    'extensions',
    `rpc devnet chain subscriptions files ${engine}`,
    'it adds to the core, which knows nothing of it',
  ],
  ['server', `rpc ${ground}`, 'a door knows the desk, and no Ethereum'],
  ['provider', `rpc clock ${ground}`, 'a door knows the desk, and no other door'],
  [
    'rpc',
    `devnet files execution wallet ethereumjs wasm clock ${ground}`,
    'the desk asks the owner, never a room or a door',
  ],
  [
    'devnet',
    `chain block txpool mining subscriptions files ${engine}`,
    'the owner knows neither desk nor doors',
  ],
  [
    'chain block txpool mining subscriptions',
    `files ${engine}`,
    'rooms never import each other, nor what is above them: declare the small interface you need',
  ],
  ['files', engine, 'it is engine, under the rooms'],
  ['execution', `wallet ethereumjs state wasm clock ${ground}`, 'it is engine, under the rooms'],
  ['wallet', `ethereumjs wasm ${ground}`, 'it is engine, under the rooms'],
  ['ethereumjs', `state wasm clock ${ground}`, 'it is engine, under the rooms'],
  ['state', `wasm clock ${ground}`, 'it is engine, under the adapters to EthereumJS'],
  ['wasm', 'lib', 'it stands alone, without EthereumJS'],
  ['clock', 'lib', 'it knows time only'],
  ['types', 'lib', 'it is the ground, and imports nothing above'],
  ['lib', '', 'it is the ground, and imports nothing above'],
].map(([folders, below, why]) => ({ folders: words(folders), below: words(below), why }))

/** Packages that are not for all of `src`: who may import them, and why. */
const packages = [
  ['preact', 'inspector', 'only the page has elements'],
  ['@preact', 'inspector', 'only the page has elements'],
  ['yargs', 'cli', 'only cli/ reads flags'],
  [
    'valibot',
    'cli/mcp extensions rpc files',
    'only rpc/ and files/ parse input, and the tools of agents',
  ],
  ['@modelcontextprotocol', 'cli', 'only cli/ serves agents'],
  [
    'ws',
    'server extensions/fork extensions/replay',
    'only server/ has sockets, and a fork or a recorder towards a live chain',
  ],
  ['memdown', 'chain', 'only chain/ keeps blocks'],
  [
    '@ethereumjs',
    'cli extensions rpc devnet chain block txpool files execution ethereumjs state types',
    'wasm/, lib/, clock/, the doors and testing/ do without EthereumJS',
  ],
]

/** From the top down: rooms of `src/devnet`, and all that they may import of each other. */
const rooms = [
  ['files', 'hooks fixtures history submit build status read faults accounts options'],
  ['fixtures', 'history submit build status read faults accounts options'],
  ['history', 'build status faults accounts options'],
  ['hooks', 'accounts options'],
  ['submit', 'build status read accounts options'],
  ['build', 'status read faults metrics options'],
  ['status', 'read faults options'],
  ['read', 'options'],
  ['accounts', 'options'],
  ['faults', ''],
  ['metrics', ''],
  ['options', ''],
].map(([room, below]) => ({ room, below: words(below) }))

/** What the core never imports, and from the top down what each of it may import of the others. */
const extensions = [
  ['compat', 'solidity'],
  ['solidity', ''],
  ['fork', 'networks'],
  ['crossChain', 'networks'],
  ['networks', ''],
  ['scenarios', 'prices traffic searchers'],
].map(([name, below]) => ({ name, below: words(below) }))

/** What is not the core. */
const ends = ['inspector', 'browser', 'cli', 'testing', 'index.ts', 'app', 'extensions']

const listed = floors.flatMap(({ folders }) => folders)

export default {
  forbidden: [
    ...floors.flatMap(({ folders, below, why }, floor) => {
      const lower = floors.slice(floor + 1).flatMap((row) => row.folders)
      const up = below.find((folder) => !lower.includes(folder))
      if (up !== undefined) throw new Error(`layers: ${up} is no floor below ${folders[0]}`)
      const allowed = below.length > 0 ? `only ${below.join(', ')}` : 'nothing'
      return folders.map((folder) =>
        forbid(folder, `src/${folder} imports ${allowed}: ${why}`, {
          from: { path: inside([folder]) },
          to: { path: '^src/', pathNot: inside([folder, ...below]) },
        }),
      )
    }),
    ...rooms.map(({ room, below }) =>
      forbid(
        `devnet/${room}`,
        `src/devnet/${room} imports ${below.join(', ') || 'none'} of the owner's rooms: declare the small interface you need`,
        {
          from: { path: `^src/devnet/${room}/` },
          to: {
            path: '^src/devnet/',
            pathNot: inside([room, ...below].map((name) => `devnet/${name}`)),
          },
        },
      ),
    ),
    ...extensions.map(({ name, below }) =>
      forbid(`extensions/${name}`, `it imports ${below.join() || 'none'} of the extensions`, {
        from: { path: `^src/extensions/${name}/` },
        to: {
          path: '^src/extensions/',
          pathNot: inside([name, ...below].map((one) => `extensions/${one}`)),
        },
      }),
    ),
    forbid('core', 'the core imports no extension: src/app/extensions.ts adds them', {
      from: { path: '^src/', pathNot: inside(ends) },
      to: { path: inside(['extensions', 'inspector', 'testing']) },
    }),
    ...packages.map(([name, folders, why]) =>
      forbid(name, why, {
        from: { path: '^src/', pathNot: inside(words(folders)) },
        to: { path: `(^|/)node_modules/${name}/` },
      }),
    ),
    forbid('unlisted', 'each folder of src has its floor in .dependency-cruiser.mjs', {
      from: { path: '^src/', pathNot: inside(listed) },
      to: {},
    }),
    forbid('circle', 'files never import each other in a circle, not even types', {
      from: {},
      to: { circular: true },
    }),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
}

function forbid(name, comment, rule) {
  return { name, comment, severity: 'error', ...rule }
}

function inside(folders) {
  return folders.map((name) => (name.endsWith('.ts') ? `^src/${name}$` : `^src/${name}/`))
}

function words(text) {
  return text.split(' ').filter(Boolean)
}
