// Adds the settings of a `.env` in this folder to those that the process is given, which take precedence.
import fs from 'node:fs'

if (fs.existsSync('.env')) process.loadEnvFile('.env')
