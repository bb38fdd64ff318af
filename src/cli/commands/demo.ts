import { Command } from 'commander';
import { closeOnSignal } from '../close-on-signal.ts';
import { narrator } from '../demo/narrator.ts';
import { setStage } from '../demo/stage.ts';
import { playStory } from '../demo/story.ts';
import { UsageError } from '../exit.ts';

interface Options {
  readonly once?: boolean;
  readonly verbose?: boolean;
  readonly data?: string;
  readonly port?: string;
}

function portNumber(text: string | undefined): { readonly port?: number } {
  if (text === undefined) return {};
  if (!/^\d{1,5}$/.test(text)) throw new UsageError('--port takes a number');
  return { port: Number(text) };
}

async function demo({ once = false, verbose = false, data, port }: Options): Promise<void> {
  const tell = narrator(verbose, (text) => process.stdout.write(text));
  const stage = await setStage({
    ...(data === undefined ? {} : { data }),
    ...portNumber(port),
    onExchange: tell.exchange,
  });
  try {
    await playStory(stage, tell);
  } catch (error) {
    await stage.close();
    throw error;
  }
  if (once) return stage.close();
  const { server, folder } = stage;
  process.stdout.write(`
The server stays up; Ctrl-C ends it.
  issuer panel   ${server.url}/v1/vdc/        its description  ${server.url}/openapi/issuer.json
  admin          ${server.adminUrl}/admin/v1/  token in ${folder}/admin.token
  look around    npx diptych credentials list --data ${folder}
                 npx diptych codes issue --holder demo-holder --data ${folder}
                 npx diptych wallet register --server ${server.url}
`);
  closeOnSignal(() => stage.close());
}

export function demoCommand(): Command {
  return new Command('demo')
    .description('Put a driving licence on a simulated phone, step by step, over real HTTP')
    .option('--once', 'end after the story; the exit status tells how it went')
    .option('--verbose', 'show what goes over the wire')
    .option('--data <folder>', 'data folder to use; otherwise a temporary one')
    .option('--port <number>', 'port of the panel; otherwise a free one')
    .addHelpText('after', '\nExamples:\n  diptych demo\n  diptych demo --once --verbose')
    .action(demo);
}
