const { TestEnvironment } = require('jest-environment-jsdom')
const { chainEnvironment } = require('preconf/jest')

module.exports = class extends chainEnvironment(TestEnvironment) {
  async setup() {
    await super.setup()
    this.global.fetch = fetch // where the page asks over HTTP
  }
}
