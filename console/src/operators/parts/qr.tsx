import { encode } from 'uqr';

interface QrProps {
  readonly text: string;
  readonly label: string;
}

/** A QR code. It is always dark on light, because cameras expect that. */
export function Qr({ text, label }: QrProps) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
