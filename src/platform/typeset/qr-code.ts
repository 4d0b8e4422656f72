import encodeQR from 'qr';

/** Returns a QR code (ISO/IEC 18004, error correction M) as an SVG picture of one path, with the quiet zone of four modules around it. */
export function qrCode(text: string): Buffer {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rows.length} ${rows.length}"><path d="${path}"/></svg>`);
}
