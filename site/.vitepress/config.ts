import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type DefaultTheme, defineConfig } from 'vitepress'
import { anchorOf } from '../../scripts/docs/references.ts'
import { nameColumns } from './columns.ts'

const pages = join(import.meta.dirname, '../built/pages')

export default defineConfig({
  title: 'preconf',
  description: 'A local Ethereum chain for tests, with pre-confirmed partial blocks every 200 ms',
  // None, and none is asked for.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: 'built/pages',
  outDir: 'built/dist',
  cacheDir: 'built/cache',
  cleanUrls: true,
  markdown: {
    // The anchors of the documents are those that GitHub makes.
    anchor: { slugify: anchorOf },
    config: nameColumns,
    languageAlias: { cfg: 'text', conf: 'nginx' },
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          // Who types `nonce` has a question; a field of that name is in the API many times.
          searchOptions: { boostDocument: (path) => (path.startsWith('/api/') ? 0.4 : 1) },
        },
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Guide', link: '/testing' },
      { text: 'Reference', link: '/methods' },
      { text: 'API', link: '/api/' },
      { text: 'Comparison', link: '/comparison' },
    ],
    sidebar: [
      group('Begin', {
        live: 'A devnet in this page',
        contents: 'All documents',
        testing: 'Testing',
        'testing-pre-confirmations': 'Testing pre-confirmations',
        'testing-pages': 'Pages in a browser',
        inspector: 'The inspector',
        'in-process': 'In process',
        recipes: 'Recipes',
        agents: 'Coding agents',
        troubleshooting: 'Common questions',
      }),
      group('Chains', {
        fixtures: 'Fixtures',
        scenarios: 'Scenarios',
        'scenario-library': 'A library of scenarios',
        prices: 'Prices',
        traffic: 'Traffic',
        forking: 'Forking',
        networks: 'Networks',
        'l1-l2': 'L1 beside L2',
        'pre-confirmations-by-chain': 'Pre-confirmations by chain',
        files: 'Files',
        endpoints: 'Endpoints',
        runtimes: 'Browsers, Bun, Deno',
        scale: 'Scale',
      }),
      group('Solidity', {
        solidity: 'Errors by source line',
        'gas-and-coverage': 'Traces, gas, coverage',
      }),
      group('Coming from others', {
        'coming-from': 'What stays, what differs',
        'coming-from#from-anvil': 'From Anvil',
        'coming-from#from-hardhats-node': 'From Hardhat',
        'coming-from#from-ganache': 'From Ganache',
        'testing#moving-from-prool': 'From prool',
        comparison: 'Comparison',
        speed: 'Speed',
      }),
      group('Reference', {
        methods: 'Methods',
        options: 'Options',
        faults: 'Faults',
        limits: 'Limits',
        reliability: 'Reliability',
        package: 'The package',
        upgrading: 'Versions and upgrading',
        security: 'Security',
        changes: 'Changes',
      }),
      { text: 'API', collapsed: true, items: apiPages() },
      group(
        'Contributing',
        {
          contributing: 'Contributing',
          architecture: 'Architecture',
          glossary: 'Glossary',
          'testing-strategy': 'Testing strategy',
          'adding-a-method': 'Adding a method',
          'adding-a-fault': 'Adding a fault',
          'adding-a-network': 'Adding a network',
          'adding-an-option': 'Adding an option',
          wasm: 'WebAssembly',
        },
        true,
      ),
    ],
  },
})

function group(
  text: string,
  titles: Readonly<Record<string, string>>,
  collapsed = false,
): DefaultTheme.SidebarItem {
  const items = Object.entries(titles).map(([page, title]) => ({ text: title, link: `/${page}` }))
  return { text, collapsed, items }
}

/** A page for each entry point of the package. */
function apiPages(): DefaultTheme.SidebarItem[] {
  const files = readdirSync(join(pages, 'api'), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1'))
    .sort()
    .map((page) => ({ text: page === '' ? 'Overview' : page, link: `/api/${page}` }))
}
