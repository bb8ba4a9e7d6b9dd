import { start } from '../ui/start.tsx'
import { Popup } from './popup.tsx'

void start(<Popup />)
