// Adds the settings of a `.env` in this folder to those that the process is given, which count more.
import fs from 'node:fs'

if (fs.existsSync('.env')) process.loadEnvFile('.env')
