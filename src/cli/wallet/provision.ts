import { UsageError } from '../cli-errors.ts';
import { describeProofing } from './describe-status.ts';
import { nextCommand } from './next-command.ts';
import { countOf, withVciOptions } from './options.ts';
import { walletPart } from './subcommand-of.ts';

export const registerCommand = () =>
  walletPart({
    name: 'register',
    description: 'Create a credential key, attest it and register the phone',
    begins: true,
    examples: [
      'register --server http://127.0.0.1:8080',
      'register --server https://staging.example --root root.pem',
      'register --profile keystore --state other-phone.json',
      'register --doc-type eu.europa.ec.eudi.pid.1 --state pid.json',
      'register --fault unlocked-boot-loader',
    ],
    async run(device, options) {
      await device.register();
      const { deviceReferenceId, profile } = device.state;
      return {
        answer: { deviceReferenceId, profile },
        text: `registered ${deviceReferenceId}, key attested as ${profile}\n${nextCommand('proof --code CODE', options)}`,
      };
    },
  });

interface ProofOptions {
  readonly code?: string;
  readonly withoutEvidence?: boolean;
  readonly reverify?: boolean;
}

function evidenceOf({ code, withoutEvidence = false }: ProofOptions) {
  if (code !== undefined && !withoutEvidence) return code;
  if (code === undefined && withoutEvidence) return [];
  throw new UsageError('use either --code CODE or --without-evidence');
}

export const proofCommand = () =>
  walletPart<ProofOptions>({
    name: 'proof',
    description: "Send evidence of the user's identity",
    configure: (command) =>
      command
        .option('--code <code>', 'pre-authorization code from the issuer')
        .option('--without-evidence', 'send no evidence, to see how the issuer answers')
        .option('--reverify', 'verify the user again, for the credential on the phone'),
    examples: ['proof --code CODE', 'proof --code CODE --reverify', 'proof --fault code-tampered-ciphertext'],
    async run(device, options) {
      const proofingId = await device.proof(evidenceOf(options), { reverify: options.reverify ?? false });
      const proofingStatus = await device.proofingStatus();
      return {
        answer: { proofingId, proofingStatus },
        text: `proofing ${proofingId} is ${describeProofing(proofingStatus)}`,
        isRefused: proofingStatus.rejected !== undefined,
      };
    },
  });

interface CountOptions {
  readonly count: string;
}

export const provisionCommand = () =>
  walletPart<CountOptions>({
    name: 'provision',
    description: 'Fetch the credential, prove that it is stored, and get mobile security objects',
    configure: (command) =>
      withVciOptions(command)
        .option('--count <number>', 'authentication keys to certify; 0 only fetches the credential', '3')
        .option(
          '--offer <offer>',
          'openid4vci: the offer of an issuer: its address, JSON, or the request for a browser',
        )
        .option('--tx-code <code>', 'openid4vci: the transaction code of the offer'),
    examples: [
      'provision',
      'provision --count 10',
      'provision --plain',
      'provision --fault pop-altered-value',
      'provision --channel openid4vci --offer "openid-credential-offer://?…"',
      'provision --channel openid4vci --offer "$OFFER" --tx-code 123456 --count 10',
      'provision --channel openid4vci --offer "$OFFER" --fault code-unknown',
    ],
    async run(device, options) {
      const { count } = options;
      const wanted = countOf(count, 0);
      const { namespaces } = await device.provision();
      const elements = namespaces.reduce((sum, namespace) => sum + namespace.elements.length, 0);
      const msos = wanted === 0 ? 0 : await device.provisionMsos(wanted);
      const { credentialId, credential } = device.state;
      const credentialVersionId = credential?.versionId;
      const next = wanted === 0 ? 'refresh' : 'present --elements family_name,birth_date';
      return {
        answer: { credentialId, credentialVersionId, elements, mobileSecurityObjects: msos },
        text: `credential ${credentialId} with ${elements} elements, ${msos} mobile security objects\n${nextCommand(next, options)}`,
      };
    },
  });

export const refreshCommand = () =>
  walletPart<CountOptions>({
    name: 'refresh',
    description: 'Get more mobile security objects; expired ones are dropped',
    configure: (command) =>
      withVciOptions(command).option('--count <number>', 'authentication keys to certify', '3'),
    examples: [
      'refresh --count 5',
      'refresh --fault reused-auth-key',
      'refresh --channel openid4vci --count 10',
      'refresh --channel openid4vci --fault invalid-nonce',
    ],
    async run(device, { count }) {
      const mobileSecurityObjects = await device.refresh(countOf(count, 1));
      const unused = device.state.authKeys.filter(({ certified }) => certified).length;
      return {
        answer: { mobileSecurityObjects, unused },
        text: `${mobileSecurityObjects} more mobile security objects; ${unused} are unused`,
      };
    },
  });
