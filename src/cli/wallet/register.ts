import { walletPart } from './part.ts';

export const registerCommand = () =>
  walletPart({
    name: 'register',
    description: 'Make a credential key, attest it and register the phone',
    begins: true,
    examples: [
      'register --server http://127.0.0.1:8080',
      'register --profile keystore --state other-phone.json',
      'register --doc-type eu.europa.ec.eudi.pid.1 --state pid.json',
      'register --fault unlocked-boot-loader',
    ],
    async run(device) {
      await device.register();
      const { deviceReferenceId, profile } = device.state;
      return {
        answer: { deviceReferenceId, profile },
        text: `registered ${deviceReferenceId}, key attested as ${profile}\nNext: diptych wallet proof --code CODE`,
      };
    },
  });
