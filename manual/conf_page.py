#!/usr/bin/env python3
"""Turn etc/uth.conf, which is written as a manual, into its manual page.

usage: conf_page.py FILE"""
import pathlib
import sys


def roff(line):
    text = line.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


print('.TH "UTH.CONF" 5 "" "uth" "Ultimate Texas Hold\'em"')
print(".SH NAME\nuth.conf \\- the configuration of a cardroom\n.SH DESCRIPTION\n.nf")
for line in pathlib.Path(sys.argv[1]).read_text().splitlines():
    if line.startswith("# ---- "):
        print(f".fi\n.SH {line.strip('# -').upper()}\n.nf")
    else:
        print(roff(line))
print(".fi\n.SH SEE ALSO\n.BR uth\\-serve (1)")
