import { CustodyError, type KeyCustody } from '../../../src/keys/custody.ts';
import { pkcs11Custody } from '../../../src/keys/pkcs11-custody.ts';

const ATTEMPTS = 50;

// One of several processes that use a token. The process signs with an existing key, creates a key and signs
// with it.
const [module = '', tokenLabel = '', pin = '', shared = '', own = ''] = process.argv.slice(2);

/** Retries, because SoftHSM does not list a token while another process writes to the token's files. */
function opened(): KeyCustody {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return pkcs11Custody({ module, tokenLabel, pin });
    } catch (error) {
      if (!(error instanceof CustodyError) || attempt === ATTEMPTS) throw error;
    }
  }
}

const custody = opened();
const content = Buffer.from('to be signed');
const signatures: string[] = [];
for (let count = 0; count < 20; count += 1)
  signatures.push(Buffer.from(await custody.sign(shared, content)).toString('hex'));
const point = Buffer.from(await custody.create(own, 'sign')).toString('hex');
const signature = Buffer.from(await custody.sign(own, content)).toString('hex');
process.stdout.write(JSON.stringify({ signatures, point, signature }));
