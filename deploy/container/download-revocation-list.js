// Downloads the list of revoked attestation keys. The server compares the time of the file with its limit, and the
// rename shows it only complete lists. Usage: node download-revocation-list.js FILE [URL]
import { renameSync, writeFileSync } from 'node:fs';

const PUBLISHED = 'https://android.googleapis.com/attestation/status';
const [, , file, url = PUBLISHED] = process.argv;
if (!file) throw new Error('name the file to write');
const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
if (!response.ok) throw new Error(`${url} answered ${response.status}`);
const text = await response.text();
JSON.parse(text);
writeFileSync(`${file}.new`, text);
renameSync(`${file}.new`, file);
