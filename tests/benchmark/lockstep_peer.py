#!/usr/bin/env python3
"""lockstep_peer.py FD: one of two processes that do the same fixed work, in lockstep or each for itself.

FD is its end of a pair of sockets to the other one. Reads lines "lockstep STEPS" and "free STEPS" from standard input,
multiplies matrices for so many steps and answers with steps per second. In lockstep the two wait for each other twice a
step, as the ranks of a training do for the gradients of each network; a wait carries one byte.
"""

import socket
import sys
import time

import torch

SIZE = 1024
PRODUCTS = 40  # of a half step: as long as half an iteration of dcgan-64 with 64 images on the same core


def main():
    torch.set_num_threads(1)
    other = socket.socket(fileno=int(sys.argv[1]))
    matrix = torch.rand(SIZE, SIZE)
    product = torch.empty_like(matrix)
    for line in sys.stdin:
        mode, steps = line.split()
        other.sendall(b".")  # both begin together
        other.recv(1)
        begin = time.perf_counter()
        for _ in range(2 * int(steps)):
            for _ in range(PRODUCTS):
                torch.mm(matrix, matrix, out=product)
            if mode == "lockstep":
                other.sendall(b".")
                other.recv(1)
        print(int(steps) / (time.perf_counter() - begin), flush=True)


if __name__ == "__main__":
    main()
