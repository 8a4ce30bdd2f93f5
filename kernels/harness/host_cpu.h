/* host_cpu.h -- the processor model of the host, from Linux's /proc/cpuinfo. */
#pragma once

enum { HOST_CPU = 100 };

/* Writes the model's name; on Arm, which has none there, implementer and part of its first core. */
void host_cpu(const char *cpuinfo, char out[HOST_CPU]);
