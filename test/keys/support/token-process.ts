import { pkcs11Custody } from '../../../src/keys/pkcs11-custody.ts';

// One of several processes that use one token: signs with a key that is there, makes one of its own, signs with that.
const [module = '', tokenLabel = '', pin = '', shared = '', own = ''] = process.argv.slice(2);
const custody = pkcs11Custody({ module, tokenLabel, pin });
const content = Buffer.from('to be signed');
const signatures: string[] = [];
for (let count = 0; count < 20; count += 1)
  signatures.push(Buffer.from(await custody.sign(shared, content)).toString('hex'));
const point = Buffer.from(await custody.create(own, 'sign')).toString('hex');
const signature = Buffer.from(await custody.sign(own, content)).toString('hex');
process.stdout.write(JSON.stringify({ signatures, point, signature }));
