import { COMPLETED, type CompletedOption, isPrinted, type Values } from './tree.ts';

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

const wordsOf = (values: Values) => quoted(isPrinted(values) ? `(${values.command})` : values.join(' '));

const isListed = (values: Values) => isPrinted(values) || values.length > 0;

/** In fish, -x says that a value follows which is no file, -r that any value follows. */
function valueFlags({ takesValue, values }: CompletedOption): string {
  if (isListed(values)) return ` -x -a ${wordsOf(values)}`;
  return takesValue ? ' -r' : '';
}

export function fishCompletion(): string {
  const paths = COMPLETED.map(({ path }) => path).filter((path) => path !== '');
  const lines = COMPLETED.flatMap(({ path, commands, options, values }) => {
    const start = `complete -c diptych -n ${quoted(`__diptych_at ${quoted(path)}`)}`;
    return [
      ...commands.map(({ name, description }) => `${start} -f -a ${name} -d ${quoted(description)}`),
      ...(isListed(values) ? [`${start} -f -a ${wordsOf(values)}`] : []),
      ...options.flatMap((option) =>
        option.names.map((name) => `${start} -l ${name.slice(2)}${valueFlags(option)}`),
      ),
    ];
  });
  return `# Completion of diptych for fish.
set -g __diptych_paths ${paths.map(quoted).join(' ')}
function __diptych_at
    set -l at ''
    for word in (commandline -opc)[2..]
        set -l next (string trim -- "$at $word")
        contains -- "$next" $__diptych_paths; or break
        set at $next
    end
    test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}
