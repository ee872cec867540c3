// `npm run lint` and `format`: installs if needed, then runs the program of a dependency.
import { installIfChanged, runNode } from './bootstrap.mjs'

const [program = '', ...args] = process.argv.slice(2)
installIfChanged()
runNode(program, ...args)
