import { start } from '../ui/start.tsx'
import { Panel } from './panel.tsx'

const [theme = 'light', bookingId = ''] = location.hash.slice(1).split('/')
document.documentElement.dataset['theme'] = theme === 'dark' ? 'dark' : 'light'
void start(<Panel bookingId={bookingId} />)
