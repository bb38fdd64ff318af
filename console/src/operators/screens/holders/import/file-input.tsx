import { useLink } from '../../../../kit/field.tsx';

interface FileInputProps {
  readonly accept: string;
  readonly onChange: (files: readonly File[]) => void;
}

export function FileInput({ accept, onChange }: FileInputProps) {
  return (
    <input
      type="file"
      multiple
      {...useLink()}
      className="input file"
      accept={accept}
      onChange={(event) => onChange([...(event.target.files ?? [])])}
    />
  );
}
