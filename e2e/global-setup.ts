import { setup } from '../testing/databases/databases.ts'

/** Only one journey runs on the embedded database, and it starts like a new installation. */
export default () => setup({ hasEmbeddedTemplate: false })
