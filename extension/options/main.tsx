import { start } from '../ui/start.tsx'
import { Options } from './options.tsx'

void start(<Options />)
