import numpy as np

def f(t, x):
    return -x
